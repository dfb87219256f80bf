/**
 * Delivery of the notices of allocations by mail, webhook and command. The outbox holds a file for each notice and recipient until it
 * is delivered or refused, so that a kill loses none and repeats none but those whose delivery was not recorded yet.
 */
@NullMarked
package io.fairstream.publish.notices;

import org.jspecify.annotations.NullMarked;
