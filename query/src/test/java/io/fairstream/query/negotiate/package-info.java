@NullMarked
package io.fairstream.query.negotiate;

import org.jspecify.annotations.NullMarked;
