@NullMarked
package io.fairstream.query.shares;

import org.jspecify.annotations.NullMarked;
