/** How a topology is: its instances, how far they are, what was refused. */
@NullMarked
package io.fairstream.reports.status;

import org.jspecify.annotations.NullMarked;
