/** A whole Kafka in this JVM: broker, controller, schema registry. */
@NullMarked
package io.fairstream.embedded;

import org.jspecify.annotations.NullMarked;
