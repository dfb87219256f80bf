/** TLS of what serves HTTP. */
@NullMarked
package io.fairstream.schemas.tls;

import org.jspecify.annotations.NullMarked;
