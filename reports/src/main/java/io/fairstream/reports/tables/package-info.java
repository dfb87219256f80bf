/** The tables as people and scripts see them. */
@NullMarked
package io.fairstream.reports.tables;

import org.jspecify.annotations.NullMarked;
