/** Records that the topology refused or could not read: counted, with examples. */
@NullMarked
package io.fairstream.reports.refusals;

import org.jspecify.annotations.NullMarked;
