/** SQL queries on topics, executed by DuckDB in this process, and exports of topics to files, each row once. */
@NullMarked
package io.fairstream.analysis;

import org.jspecify.annotations.NullMarked;
