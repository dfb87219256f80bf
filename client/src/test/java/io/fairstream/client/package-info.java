@NullMarked
package io.fairstream.client;

import org.jspecify.annotations.NullMarked;
