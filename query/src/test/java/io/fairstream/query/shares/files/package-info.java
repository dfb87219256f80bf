@NullMarked
package io.fairstream.query.shares.files;

import org.jspecify.annotations.NullMarked;
