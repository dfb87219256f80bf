@NullMarked
package io.fairstream.traces;

import org.jspecify.annotations.NullMarked;
