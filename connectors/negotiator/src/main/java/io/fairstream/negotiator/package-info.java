/**
 * Division of resources by priority: {@link io.fairstream.negotiator.Negotiation} divides a pool by priorities. Everything in
 * this package is a pure function of its arguments: no Kafka, no clock.
 */
@NullMarked
package io.fairstream.negotiator;

import org.jspecify.annotations.NullMarked;
