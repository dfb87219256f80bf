/** One guarded HTTP server, which all modules that serve HTTP use. */
@NullMarked
package io.fairstream.http;

import org.jspecify.annotations.NullMarked;
