@NullMarked
package io.fairstream.negotiator;

import org.jspecify.annotations.NullMarked;
