/** Topics of the catalogue on a cluster, and findings on a cluster and a machine that do not meet Fairstream's requirements. */
@NullMarked
package io.fairstream.admin.topics;

import org.jspecify.annotations.NullMarked;
