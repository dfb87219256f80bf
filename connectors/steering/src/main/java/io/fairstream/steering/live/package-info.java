/**
 * Steering with a journal: edits are written to it before they are sent, previous values are kept until they are
 * restored, and after a crash the current values are read first.
 */
@NullMarked
package io.fairstream.steering.live;

import org.jspecify.annotations.NullMarked;
