@NullMarked
package io.fairstream.client.negotiation;

import org.jspecify.annotations.NullMarked;
