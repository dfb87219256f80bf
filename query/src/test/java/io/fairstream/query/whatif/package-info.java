@NullMarked
package io.fairstream.query.whatif;

import org.jspecify.annotations.NullMarked;
