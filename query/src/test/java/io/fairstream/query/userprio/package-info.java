@NullMarked
package io.fairstream.query.userprio;

import org.jspecify.annotations.NullMarked;
