@NullMarked
package io.fairstream.publish;

import org.jspecify.annotations.NullMarked;
