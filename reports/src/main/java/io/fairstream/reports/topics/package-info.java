/** Topics that a cluster has of the topic catalogue. */
@NullMarked
package io.fairstream.reports.topics;

import org.jspecify.annotations.NullMarked;
