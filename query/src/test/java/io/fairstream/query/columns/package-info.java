@NullMarked
package io.fairstream.query.columns;

import org.jspecify.annotations.NullMarked;
