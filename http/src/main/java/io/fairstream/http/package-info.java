/** Guarded HTTP server for all modules that serve HTTP. */
@NullMarked
package io.fairstream.http;

import org.jspecify.annotations.NullMarked;
