@NullMarked
package io.fairstream.it.postgres;

import org.jspecify.annotations.NullMarked;
