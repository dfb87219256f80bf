/** The running application: topics checked, topology built, Kafka Streams started. */
@NullMarked
package io.fairstream.streams.app;

import org.jspecify.annotations.NullMarked;
