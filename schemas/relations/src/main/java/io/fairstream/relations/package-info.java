/** The topics as tables of SQL: names, columns with types and units, and the cells of a record; no database. */
@NullMarked
package io.fairstream.relations;

import org.jspecify.annotations.NullMarked;
