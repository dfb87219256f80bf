@NullMarked
package io.fairstream.rules.share;

import org.jspecify.annotations.NullMarked;
