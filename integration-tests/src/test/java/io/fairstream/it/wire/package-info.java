/** The wire format against Confluent's own serializers. */
@NullMarked
package io.fairstream.it.wire;

import org.jspecify.annotations.NullMarked;
