/** Monitoring of the other instances: a killed one is noticed at once, and its resources in Kafka are released. */
@NullMarked
package io.fairstream.app.peers;

import org.jspecify.annotations.NullMarked;
