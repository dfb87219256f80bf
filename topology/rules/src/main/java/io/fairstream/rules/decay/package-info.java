@NullMarked
package io.fairstream.rules.decay;

import org.jspecify.annotations.NullMarked;
