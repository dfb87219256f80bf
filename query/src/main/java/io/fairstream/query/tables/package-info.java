/** The tables, rejected records, and the search for names, for people and scripts. */
@NullMarked
package io.fairstream.query.tables;

import org.jspecify.annotations.NullMarked;
