/**
 * The mathematics of decay: past use counts half after one half-life.
 *
 * <p>Everything here is a closed form: advancing by a and then by b equals advancing by a + b.
 */
@NullMarked
package io.fairstream.rules.decay;

import org.jspecify.annotations.NullMarked;
