/** SQL queries. */
@NullMarked
package io.fairstream.cli.sql;

import org.jspecify.annotations.NullMarked;
