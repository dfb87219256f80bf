/** Running application: starts Kafka Streams, monitors its other instances, and serves metrics and health. */
@NullMarked
package io.fairstream.app;

import org.jspecify.annotations.NullMarked;
