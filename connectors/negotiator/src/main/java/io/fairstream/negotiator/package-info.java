/**
 * Division of resources by priority, see {@link io.fairstream.negotiator.Negotiation}. Everything in this package is a pure function
 * of its arguments: no Kafka, no clock.
 */
@NullMarked
package io.fairstream.negotiator;

import org.jspecify.annotations.NullMarked;
