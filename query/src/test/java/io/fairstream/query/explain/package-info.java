@NullMarked
package io.fairstream.query.explain;

import org.jspecify.annotations.NullMarked;
