/**
 * What a negotiator does with priorities: {@link io.fairstream.negotiator.Negotiation} divides a pool by them. Everything in this
 * package is a pure function of its arguments: no Kafka, no clock.
 */
@NullMarked
package io.fairstream.negotiator;

import org.jspecify.annotations.NullMarked;
