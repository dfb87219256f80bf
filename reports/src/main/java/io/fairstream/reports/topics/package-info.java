/** Topics of the catalogue on a cluster. */
@NullMarked
package io.fairstream.reports.topics;

import org.jspecify.annotations.NullMarked;
