/**
 * Steering over time: what is sent stands in a journal before it is sent, what was set before is kept until it is put back, and whoever
 * goes on after a crash first looks at what is set.
 */
@NullMarked
package io.fairstream.steering.live;

import org.jspecify.annotations.NullMarked;
