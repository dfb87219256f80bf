/** Questions in SQL, answered by DuckDB in this process from the topics that they name. */
@NullMarked
package io.fairstream.analysis.sql;

import org.jspecify.annotations.NullMarked;
