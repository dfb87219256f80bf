/** {@code simulate}: the topology over a model of Kafka, with faults. */
@NullMarked
package io.fairstream.cli.simulate;

import org.jspecify.annotations.NullMarked;
