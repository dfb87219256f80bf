/** Accounting for others: files, SQL, PostgreSQL, and the formats of APEL, GRACC and FOCUS. */
@NullMarked
package io.fairstream.cli.export;

import org.jspecify.annotations.NullMarked;
