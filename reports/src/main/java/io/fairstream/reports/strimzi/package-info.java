/** The catalogue and the roles as resources of Strimzi, which runs Kafka in Kubernetes. */
@NullMarked
package io.fairstream.reports.strimzi;

import org.jspecify.annotations.NullMarked;
