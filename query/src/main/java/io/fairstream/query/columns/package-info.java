/** Output of every report: rows under named columns with units, independent of their display. */
@NullMarked
package io.fairstream.query.columns;

import org.jspecify.annotations.NullMarked;
