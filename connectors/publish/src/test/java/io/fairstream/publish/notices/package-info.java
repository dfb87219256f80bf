@NullMarked
package io.fairstream.publish.notices;

import org.jspecify.annotations.NullMarked;
