/** Who wrote a record: Ed25519 signatures in headers, of one record or of many together. */
@NullMarked
package io.fairstream.schemas.signing;

import org.jspecify.annotations.NullMarked;
