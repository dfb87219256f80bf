/** TLS for HTTP servers. */
@NullMarked
package io.fairstream.schemas.tls;

import org.jspecify.annotations.NullMarked;
