/** What schedulers believe beside ours, and what is sent to them so that they order by our balance. */
@NullMarked
package io.fairstream.reports.steering;

import org.jspecify.annotations.NullMarked;
