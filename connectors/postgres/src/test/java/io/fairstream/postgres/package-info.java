@NullMarked
package io.fairstream.postgres;

import org.jspecify.annotations.NullMarked;
