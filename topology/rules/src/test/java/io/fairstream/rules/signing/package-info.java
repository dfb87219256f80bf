@NullMarked
package io.fairstream.rules.signing;

import org.jspecify.annotations.NullMarked;
