/** The tables, for people and scripts. */
@NullMarked
package io.fairstream.reports.tables;

import org.jspecify.annotations.NullMarked;
