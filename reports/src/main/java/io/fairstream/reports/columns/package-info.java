/** Output of every report: rows under named columns with units, for whoever shows them. */
@NullMarked
package io.fairstream.reports.columns;

import org.jspecify.annotations.NullMarked;
