/** Kafka in this JVM: broker, controller and schema registry. */
@NullMarked
package io.fairstream.embedded;

import org.jspecify.annotations.NullMarked;
