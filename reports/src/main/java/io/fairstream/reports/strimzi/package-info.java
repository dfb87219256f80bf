/** Catalogue and roles as resources of Strimzi, an operator for Kafka in Kubernetes. */
@NullMarked
package io.fairstream.reports.strimzi;

import org.jspecify.annotations.NullMarked;
