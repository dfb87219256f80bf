/** SQL queries on topics, executed by DuckDB in this process. */
@NullMarked
package io.fairstream.analysis.sql;

import org.jspecify.annotations.NullMarked;
